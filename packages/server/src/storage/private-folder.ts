import { chmod, mkdir, stat } from 'node:fs/promises';

/** What makes files readable by whoever has an account on the machine. */
const OTHERS = 0o007;

/**
 * A folder of whoever runs Palaver, whatever the umask is. From one that is there already the rights of others are taken, and
 * with them all that is below; those of its group are the operator's choice.
 */
export async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const { mode } = await stat(path);
  if ((mode & OTHERS) !== 0) await chmod(path, mode & 0o7777 & ~OTHERS);
}
