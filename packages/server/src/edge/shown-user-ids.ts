import type { ExtUserId } from '@palaver/protocol/ids';
import { isRecord } from '@palaver/protocol/values';
import { findHidden, isRestrictedViewer } from '../domain/records/hidden-user-ids.ts';
import type { Queryable } from '../storage/database.ts';

/** A user in a response, in one of the shapes that signed-in users see. */
export interface ShownUser {
  user_id: string | null;
  ext_user_id: ExtUserId;
  type?: 'user' | 'bot';
}

type Change = (user: ShownUser) => ShownUser;
type Copy = (value: unknown, change: Change) => unknown;

/** Finds the users in values of a schema: every object whose `user_id` is nullable. */
export class ShownIds<Value> {
  readonly #copy: Copy;

  /** Undefined if the schema contains no users. */
  static of<Value>(schema: object): ShownIds<Value> | undefined {
    const copy = copyOf(schema);
    return copy && new ShownIds(copy);
  }

  private constructor(copy: Copy) {
    this.#copy = copy;
  }

  usersIn(value: Value): Set<ExtUserId> {
    const users = new Set<ExtUserId>();
    this.#copy(value, (user) => {
      users.add(user.ext_user_id);
      return user;
    });
    return users;
  }

  /** A copy with `user_id` set to null for each user that `isHidden` selects. Parts without users are shared, not copied. */
  without(value: Value, isHidden: (user: ShownUser) => boolean): Value {
    return this.#copy(value, (user) => (isHidden(user) ? { ...user, user_id: null } : user)) as Value;
  }

  /** Hides `user_id`s according to the current policy of the application. */
  async shownTo(db: Queryable, viewer: ExtUserId, value: Value): Promise<Value> {
    const users = this.usersIn(value);
    users.delete(viewer);
    // (Such as the message that the viewer has just sent. It takes no look-up.)
    if (users.size === 0 || !(await isRestrictedViewer(db, viewer))) return value;
    const hidden = await findHidden(db, viewer, [...users]);
    return hidden.size === 0 ? value : this.without(value, ({ ext_user_id }) => hidden.has(ext_user_id));
  }
}

function copyOf(schema: unknown): Copy | undefined {
  if (!isRecord(schema)) return undefined;
  const { items, anyOf, properties } = schema;
  if (isRecord(items)) {
    const copy = copyOf(items);
    return copy && ((list, change) => (list as unknown[]).map((element) => copy(element, change)));
  }
  if (Array.isArray(anyOf)) {
    const [copy, another] = anyOf.flatMap((one) => copyOf(one) ?? []);
    if (another !== undefined)
      throw new Error('several alternatives of a schema contain users, so the shape of a value is ambiguous');
    return copy && ((value, change) => (value === null ? null : copy(value, change)));
  }
  return isRecord(properties) ? copyOfObject(properties) : undefined;
}

function copyOfObject(properties: Record<string, unknown>): Copy | undefined {
  if (isNullable(properties.user_id)) return (user, change) => change(user as ShownUser);
  const inner = Object.entries(properties).flatMap(([name, schema]) => {
    const copy = copyOf(schema);
    return copy === undefined ? [] : [[name, copy] as const];
  });
  if (inner.length === 0) return undefined;
  return (value, change) => {
    const copied = { ...(value as Record<string, unknown>) };
    for (const [name, copy] of inner) {
      if (copied[name] !== undefined) copied[name] = copy(copied[name], change);
    }
    return copied;
  };
}

function isNullable(schema: unknown): boolean {
  if (!isRecord(schema) || !Array.isArray(schema.anyOf)) return false;
  return schema.anyOf.some((one: unknown) => isRecord(one) && one.type === 'null');
}
