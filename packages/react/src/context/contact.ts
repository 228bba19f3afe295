/** A user to chat with. */
export interface Contact {
  user_id: string;
  display_name: string;
}
