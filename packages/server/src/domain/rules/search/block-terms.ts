import type { AppId, ExtUserId, TenantId, ThreadId } from '@palaver/protocol/ids';
import type { Metadata } from '@palaver/protocol/message-kinds';
import { searchedTexts } from '@palaver/protocol/searched-texts';
import { tokensOf } from './canonical.ts';
import { addPairs } from './pairs.ts';
import {
  HOUR_MS,
  kindTerm,
  SPACE_LEVELS,
  senderTerm,
  spaceTerm,
  THREAD_LEVELS,
  threadTerm,
} from './scopes.ts';
import { addTerms } from './terms.ts';

/** What the terms of a message are made of. */
export interface TermSource {
  thread_id: ThreadId;
  block: number;
  app_id: AppId;
  tenant_id: TenantId;
  sender: ExtUserId;
  kind: Metadata['type'];
  text: string;
  /** JSON. */
  metadata: string;
  created_ms: number;
}

/** What the index knows of a block. */
export interface BlockTerms {
  terms: Set<number>;
  /** The bits of its pairs of words. */
  pairs: Set<number>;
}

/** All terms and pairs of the messages of a block. */
export function blockTerms(messages: readonly TermSource[]): BlockTerms {
  const [terms, pairs] = [new Set<number>(), new Set<number>()];
  for (const message of messages) {
    const { thread_id: threadId, block, app_id: appId, tenant_id: tenantId, kind } = message;
    const metadata = [JSON.parse(message.metadata) as Metadata];
    for (const { text } of searchedTexts({ text: message.text, metadata })) {
      const tokens = tokensOf(text);
      addTerms(terms, tokens);
      addPairs(pairs, tokens);
    }
    terms.add(senderTerm(message.sender));
    terms.add(kindTerm(kind));
    for (const level of THREAD_LEVELS) terms.add(threadTerm(level, threadId, block));
    for (const hours of SPACE_LEVELS) {
      const stretch = Math.floor(message.created_ms / (hours * HOUR_MS));
      terms.add(spaceTerm(hours, { appId, tenantId }, stretch));
    }
  }
  return { terms, pairs };
}
