import { UpdatePolicy } from '@palaver/protocol/policy';
import type { Examples, Names } from './example-names.ts';

export function policyExamples({ owner }: Names): Examples {
  const permissions = {
    create_groups: true,
    open_direct_threads: 'anyone',
    add_members: 'anyone',
    search_people: 'anyone',
    see_user_ids: true,
  };
  const asElsewhere = { delete: true, rename: true, add: true, remove: true, leave: true, mute: true };
  return [
    [
      UpdatePolicy,
      {
        'Users whom guests may write to': {
          guests: { ...permissions, open_direct_threads: 'shared', members_at_a_time: 5 },
          users: { ...permissions, members_at_a_time: 20 },
          contacts: [owner.user_id],
        },
        'Owners of linked threads may rename them, and only admins leave': {
          linked_threads: { owner: { rename: true, leave: false }, member: { leave: false } },
        },
        'In linked threads, roles permit what they permit elsewhere': {
          linked_threads: { owner: asElsewhere, admin: asElsewhere, member: asElsewhere },
        },
        'The support desk may write everywhere': {
          support: { write: { direct: true, group: true, linked: true } },
        },
        'Guests do not see the identifiers of others': { guests: { see_user_ids: false } },
      },
    ],
  ];
}
