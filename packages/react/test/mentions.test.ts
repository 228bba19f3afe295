import type { Member } from '@palaver/client';
import { expect, test } from 'vitest';
import { mentionedBy } from '../src/composer/mentions.ts';

const member = (ext_user_id: string, display_name: string) => ({ ext_user_id, display_name }) as Member;
const MEMBERS = [member('1', 'Ann'), member('2', 'Ann-Marie'), member('3', 'Ann')];

test('a mention matches the longest name', () => {
  expect(mentionedBy('Thanks, @Ann-Marie!', MEMBERS)).toEqual(['2']);
  expect(mentionedBy('@Ann-Marie, ask @Ann', MEMBERS)).toEqual(['1', '2', '3']);
  expect(mentionedBy('Ann is away', MEMBERS)).toEqual([]);
});
