/** SQL: the service that pushes to the device `d`: `fcm`, `apns`, or the origin of the address of its Web Push subscription. */
export const SERVICE = `case d.provider when 'web_push' then substring(d.token from '^https://[^/?]+') else d.provider end`;
