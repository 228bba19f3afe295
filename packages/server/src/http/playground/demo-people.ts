interface DemoPerson {
  user_id: string;
  display_name: string;
  /** What the person does in the company. */
  role: string;
}

/** The people of the demo, of whom visitors choose one; the first one is whom they are at first. */
export const DEMO_PEOPLE = [
  { user_id: 'mia', display_name: 'Mia Lindqvist', role: 'runs the new shop' },
  { user_id: 'tomas', display_name: 'Tomás Rey', role: 'roasts' },
  { user_id: 'aisha', display_name: 'Aisha Bello', role: 'designs' },
  { user_id: 'jonas', display_name: 'Jonas Weber', role: 'trains the baristas' },
  { user_id: 'priya', display_name: 'Priya Nair', role: 'keeps the books' },
  { user_id: 'leo', display_name: 'Leo Tanaka', role: 'makes coffee' },
] as const satisfies readonly DemoPerson[];
