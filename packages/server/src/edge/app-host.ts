import type { AppId } from '@palaver/protocol/ids';
import type { KeyAuthenticator } from '../domain/operations/apps/authenticate-key.ts';

/** Whether the host name `<app id>.<base domain>` names an application other than `appId`. */
export async function namesAnotherApp(
  host: string,
  baseDomain: string,
  appId: AppId,
  keys: KeyAuthenticator,
): Promise<boolean> {
  const named = baseDomain === '' ? undefined : appLabel(host, baseDomain);
  return named !== undefined && named !== appId && (await keys.isApp(named));
}

/** The label in the place of the application in a host name `<app id>.<base domain>`. */
function appLabel(host: string, baseDomain: string): string | undefined {
  const name = host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
  const suffix = `.${baseDomain.toLowerCase()}`;
  if (!name.endsWith(suffix)) return undefined;
  const label = name.slice(0, -suffix.length);
  return label.includes('.') ? undefined : label;
}
