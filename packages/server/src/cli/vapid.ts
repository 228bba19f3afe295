import { newVapidKeys } from '../domain/rules/push-keys.ts';
import { print, printError, printRows } from './print.ts';

/** `palaver vapid create`: prints a key pair for Web Push to standard output. Nothing is stored. */
export function createVapidKeysCommand(options: { json?: boolean }): void {
  const { publicKey, privateKey } = newVapidKeys();
  if (options.json) {
    printRows([{ public_key: publicKey, private_key: privateKey }], true);
    return;
  }
  print(`public_key: ${publicKey}\nprivate_key: ${privateKey}\n`);
  printError('Palaver does not store these keys: PUT /notification/v1.0/provider/web_push does.\n');
}
