import { type ErrorCauses, fault, setting, withDefault } from './error-cause.ts';

/** Keys, tokens, scopes, tenants, and what members and users may do. */
export const ACCESS = {
  M40101: {
    cause: ['The header `X-Api-Key` is missing or empty.'],
    cure: [
      'Send the key with every request, and check that proxies pass the header on. Keep the key in your back end: its holder can act for all users.',
    ],
  },
  M40102: {
    cause: [
      'The key does not have the form of a key (`plv_live_…`), its checksum is wrong, this installation does not know it, or its secret is wrong. For security, the response does not say which.',
    ],
    cure: [
      'Compare the key with the public ids in `palaver key list`, and look for a line break or a missing part. Palaver cannot show a key again: if you have lost it, [create another](../operating.md#keys).',
    ],
  },
  M40103: {
    cause: ['The key was revoked. Every node refuses it within 5 seconds.', 'The key has expired.'],
    cure: [
      'Check with `palaver key list` which of the two happened, [create another key](../operating.md#keys) and roll it out.',
    ],
  },
  M40104: {
    cause: [
      `The host name of the request is \`<application>.<base domain>\` (base domain: ${withDefault('baseDomain')}), and the key belongs to another application.`,
    ],
    cure: [
      "Use a key of that application, or the host name of the key's application. `palaver key list` shows the application of each key.",
    ],
  },
  M40111: {
    cause: [
      'The header `Authorization: Bearer <token>` is missing, or does not have exactly one token.',
      'This installation did not issue the token, or the token was altered.',
      'After the token was issued, the tokens of the user were revoked, the user was deactivated, or their `user_id` changed. Every node refuses the token within 5 seconds.',
      'The signing key of the token was revoked (`palaver signing-key rotate --revoke`).',
      'The host name of the request names a different application from that of the token.',
      'The address of a file has no `ticket`, or one that has ended for one of these reasons.',
    ],
    cure: [
      'Let your back end [issue a new token](api.md#issue-a-token-of-a-user) for the current `user_id` of the user. For security, the response does not say which cause it was.',
    ],
  },
  M40112: {
    cause: [
      `The token has expired. Its lifetime is the value of ${withDefault('tokenTtlMs')} in seconds at the time of issue.`,
      'The ticket in the address of a file has expired, one to two days after it was issued.',
    ],
    cure: [
      'Let your back end [issue a new token](api.md#issue-a-token-of-a-user) and retry the request. Better: issue it before `expires_at`.',
    ],
  },
  M40301: {
    cause: [
      'The key does not have the scope that the endpoint requires. A writing scope does not include reading.',
    ],
    cure: [
      'Look up the scope of the [endpoint](api.md), and [create a key](../operating.md#keys) with this scope or with `full`. You cannot change the scopes of an existing key.',
    ],
  },
  M40302: {
    cause: [
      'The key is bound to one tenant, and the header `X-Tenant-Id` names another.',
      'The endpoint concerns the whole application, such as its [policy](../guides/policy.md), but the request is for a tenant: by the header, or by a key that is bound to a tenant.',
    ],
    cure: [
      'Leave the header out: a bound key then works in its tenant, and any other key in the application. For other tenants, and for the policy, use a key that is not bound.',
    ],
  },
  M40303: {
    cause: ['The user in `sender.user_id` was never a member of the thread, or was removed.'],
    cure: [
      'Add the user to the thread, or send as a bot, which needs no membership. (For a user in `X-Acting-User-Id` who is not a member, the code is [`M40401`](#m40401).)',
    ],
  },
  M40304: {
    cause: [
      'The user in `sender.user_id` is muted in the thread and can only read.',
      'The user in the header `X-Acting-User-Id`, or the signed-in user, is muted in the thread. Muted members can only read, mark messages as read, and leave.',
    ],
    cure: [
      'Unmute the member, or wait until the mute ends. `status_until` in the list of members shows the end, if there is one.',
    ],
  },
  M40305: {
    cause: ['The user in `sender.user_id` is banned from the thread.'],
    cure: [
      'Lift the ban, or wait until it ends (`status_until` in the list of members, if it has an end). Then add the user again.',
    ],
  },
  M40306: {
    cause: [
      'The policy of the application does not permit the action to a signed-in user. By default, guests cannot create groups or add members. In threads that are tied to an object, only back ends delete and rename the thread, and add, remove and ban members (`linked_threads`). The search for people can be switched off (`search_people`).',
      'The role of the signed-in user, or of the member in the header `X-Acting-User-Id`, does not permit the action. Members can change only what is their own. Admins can also manage members, the thread and its messages. Only the owner can act on admins, set roles, transfer the ownership and delete the thread. No role can edit the messages of others.',
      'The request is for users of the [support desk](../guides/support-desk.md), and the signed-in user is not on it, or may not read direct threads. Or the policy does not permit the desk to write to such a thread (`support.write`).',
    ],
    faults: [
      fault(
        'role',
        '`X-Acting-User-Id`, or `Authorization`',
        'The role of the user, and the roles that permit the action. If the request names several members, the fault is about the first one on whom the user may not act.',
      ),
      fault('policy', '`Authorization`', 'The rule of the policy that does not permit the action.'),
      fault('desk', '`Authorization`', 'What the support desk does not permit the user.'),
    ],
    cure: [
      'With the rule `desk`: let your back end put the user on the desk (`PUT /user/v1.0/user/{user_id}/desk`).',
      'With the rule `policy`: let your back end do it, or change [the policy](../guides/policy.md).',
      'With the rule `role`: act as a member whose role permits the action ([the table of roles](../guides/members.md#roles)). With your API key and without the header, the request acts as your application, which may do everything.',
    ],
  },
  M40307: {
    cause: [
      `A web page tried to open the realtime WebSocket, and ${setting('corsOrigins')} does not include its origin. (HTTP requests of such a page fail in the browser, because the responses lack CORS headers.)`,
    ],
    cure: ['Let the operator add the origin of your page. Programs other than web pages send no `Origin`.'],
  },
} satisfies ErrorCauses;
