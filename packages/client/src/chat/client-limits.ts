/** Limits of the server. */
export interface ClientLimits {
  /** Maximum length of a message text, in Unicode code points. */
  text_chars: number;
}
