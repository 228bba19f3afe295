import { isIdentifier } from '@palaver/protocol/formats';
import type { AppId, UserId } from '@palaver/protocol/ids';
import {
  ADDRESSEES,
  LinkedThreadPermissions,
  MAX_CONTACTS,
  MAX_MEMBERS,
  type UpdatePolicy,
} from '@palaver/protocol/policy';
import { AppError, appExists } from '../domain/records/apps.ts';
import { changePolicy, findPolicy } from '../domain/records/policies.ts';
import { printRows } from './print.ts';
import { withDatabase } from './with-database.ts';

/** `palaver app policy <id> [rule=value…]`: applies the changes and prints the resulting policy. */
export async function policyCommand(
  id: string,
  texts: readonly string[],
  options: { json?: boolean },
): Promise<void> {
  const changes = readChanges(texts);
  const appId = id as AppId;
  const { guests, users, contacts, support, linked_threads } = await withDatabase(
    'app policy',
    async (db) => {
      if (!(await appExists(db, id))) {
        throw new AppError(`there is no application "${id}": see \`palaver app list\``);
      }
      return texts.length === 0 ? findPolicy(db, appId) : changePolicy(db, appId, changes);
    },
  );
  printRows(
    [
      ...Object.entries(guests).map(([rule, value]) => ({ rule: `guests.${rule}`, value })),
      ...Object.entries(users).map(([rule, value]) => ({ rule: `users.${rule}`, value })),
      { rule: 'contacts', value: contacts },
      ...Object.entries(support.write).map(([rule, value]) => ({ rule: `support.write.${rule}`, value })),
      ...Object.entries(linked_threads).flatMap(([role, rules]) =>
        Object.entries(rules).map(([rule, value]) => ({ rule: `linked_threads.${role}.${rule}`, value })),
      ),
    ],
    options.json ?? false,
  );
}

/** Parses `guests.create_groups=true`, `users.members_at_a_time=50`, `contacts=helga,fred`, `support.write.group=true`, `linked_threads.owner.delete=true`. */
function readChanges(texts: readonly string[]): UpdatePolicy {
  const changes = {
    guests: {},
    users: {},
    support: { write: {} },
    linked_threads: { owner: {}, admin: {}, member: {} },
  };
  let contacts: UserId[] | undefined;
  for (const text of texts) {
    const [, rule = '', value = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
    const [, who, name = ''] = /^(guests|users)\.(\w+)$/.exec(rule) ?? [];
    const [, role, linkedRule = ''] = /^linked_threads\.(owner|admin|member)\.(\w+)$/.exec(rule) ?? [];
    const [, kind] = /^support\.write\.(direct|group|linked)$/.exec(rule) ?? [];
    if (rule === 'contacts') contacts = readContacts(value);
    else if (who === 'guests' || who === 'users')
      Object.assign(changes[who], { [name]: readValue(name, value) });
    else if (kind !== undefined) Object.assign(changes.support.write, { [kind]: readBoolean(rule, value) });
    else if (role === 'owner' || role === 'admin' || role === 'member')
      Object.assign(changes.linked_threads[role], { [linkedRule]: readLinkedRule(linkedRule, value) });
    else
      throw new AppError(`"${text}" is not a policy change: write, for example, guests.create_groups=true`);
  }
  return contacts === undefined ? changes : { ...changes, contacts };
}

function readValue(name: string, value: string): boolean | string | number {
  switch (name) {
    case 'create_groups':
    case 'see_user_ids':
      return readBoolean(name, value);
    case 'open_direct_threads':
    case 'add_members':
    case 'search_people':
      if ((ADDRESSEES as readonly string[]).includes(value)) return value;
      throw new AppError(`${name} must be one of ${ADDRESSEES.join(', ')}, not "${value}"`);
    case 'members_at_a_time':
      if (/^[1-9][0-9]{0,3}$/.test(value) && Number(value) <= MAX_MEMBERS) return Number(value);
      throw new AppError(`${name} must be a whole number from 1 to ${MAX_MEMBERS}, not "${value}"`);
    default:
      throw new AppError(`a policy has no rule "${name}"`);
  }
}

function readLinkedRule(name: string, value: string): boolean {
  if (Object.hasOwn(LinkedThreadPermissions.properties, name)) return readBoolean(name, value);
  throw new AppError(`a policy has no rule "${name}" for linked threads`);
}

function readBoolean(name: string, value: string): boolean {
  if (value === 'true' || value === 'false') return value === 'true';
  throw new AppError(`${name} must be true or false, not "${value}"`);
}

function readContacts(value: string): UserId[] {
  const ids = value === '' ? [] : value.split(',');
  const wrong = ids.find((id) => !isIdentifier(id) || Buffer.byteLength(id) > 255);
  if (wrong !== undefined) throw new AppError(`"${wrong}" is not a valid user_id`);
  if (ids.length > MAX_CONTACTS) throw new AppError(`there may be at most ${MAX_CONTACTS} contacts`);
  return ids as UserId[];
}
