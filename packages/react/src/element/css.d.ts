/** `scripts/bundle-element.ts` puts the text of a style sheet in place of the import. */
declare module '*.css' {
  const text: string;
  export default text;
}
