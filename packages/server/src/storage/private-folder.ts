import { chmod, mkdir, stat } from 'node:fs/promises';

/** The permission bits of other users of the machine. */
const OTHERS = 0o007;

/**
 * Creates a folder that only the user who runs Palaver can enter, whatever the umask is. If the folder exists, it removes
 * the permissions of others, and thereby their access to everything below; those of the group are the operator's choice.
 */
export async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const { mode } = await stat(path);
  if ((mode & OTHERS) !== 0) await chmod(path, mode & 0o7777 & ~OTHERS);
}
