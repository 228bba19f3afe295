import type { FileUsage } from '@palaver/protocol/files';
import type { Context } from '../../context.ts';
import { findUsage } from '../../records/file-usage.ts';

/** What the files of the space take, and may take. */
export async function getFileUsage({ db, space }: Context, quotaBytes: number): Promise<FileUsage> {
  return { ...(await findUsage(db, space)), quota_bytes: quotaBytes === 0 ? null : quotaBytes };
}
