/** The first example of the README: `readme.system.test.ts` puts its text here. */
export function App() {
  return null;
}
