/*
 * Addresses are relative to the page, because a proxy may serve Palaver below a path: the page is in the folder `playground` of the server.
 */

/** The address of Palaver, as the SDK takes it: without a slash at its end. */
export const palaverUrl = new URL('..', location.href).href.slice(0, -1);

/** The address of something in the folder of the page. */
export const inFolder = (path: string): string => `${palaverUrl}/playground/${path}`;
