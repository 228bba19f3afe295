import type { Config } from '../config/config.ts';
import type { Quotas } from '../domain/records/file-usage.ts';

/** What the files of a tenant, a user and a guest may take. */
export const quotasOf = ({ storageQuotaBytes, userQuotaBytes, guestQuotaBytes }: Config): Quotas => ({
  tenantBytes: storageQuotaBytes,
  userBytes: userQuotaBytes,
  guestBytes: guestQuotaBytes,
});
