/** The bundle puts it into the page. */
declare module '@palaver/react/styles.css';
