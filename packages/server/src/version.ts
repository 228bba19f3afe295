import packageJson from '../package.json' with { type: 'json' };

/** The version in the server's package.json. */
export const VERSION: string = packageJson.version;
