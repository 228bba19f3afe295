import { randomUUID } from 'node:crypto';
import { isRecord } from '@palaver/protocol/values';
import { type Operation, operationsIn } from './document.ts';
import { type Exchange, exchange, type Sample, type Server } from './exchange.ts';
import { liesAbout } from './lies.ts';
import type { Prism } from './prism.ts';
import { changed, type Refusal, refusalsOf } from './refusals.ts';

/** Codes that need a broken or slow network, a race, an overload or an outage; other tests produce them. */
const NOT_PROVOKED = ['M40800', 'M40902', 'M42900', 'M50000', 'M50300', 'M50700'];

export interface Parties {
  witness: Prism;
  /** The document that the witness reads. */
  document: object;
  server: Server;
  key: string;
  /** A key that is bound to a tenant. */
  boundKey: string;
}

/** Sends requests to the server, shows each exchange to the witness, and collects the problems. */
export class Hearing {
  /** The witness's objections, and missing ones. */
  readonly faults: string[] = [];
  exchanges = 0;
  lies = 0;
  readonly #parties: Parties;
  readonly #operations: Map<string, Operation>;
  /** The statuses seen from each operation. */
  readonly #seen = new Map<string, Set<number>>();
  /** The tenant and token of the requests. */
  #tenant = '';
  #token = '';

  constructor(parties: Parties) {
    this.#parties = parties;
    this.#operations = new Map(operationsIn(parties.document).map((operation) => [operation.id, operation]));
  }

  get operations(): number {
    return this.#operations.size;
  }

  /** Requests go to this tenant from here on, with this token where one is needed. */
  enter(tenant: string, token: string): void {
    this.#tenant = tenant;
    this.#token = token;
  }

  /**
   * Sends a valid request that must succeed; returns `data`, or the first element of a list. The first request of each
   * operation is also sent in every way that must be refused, and a `POST` again with its idempotency key.
   */
  async ok(id: string, sample: Sample = {}): Promise<Record<string, unknown>> {
    const operation = this.#operation(id);
    const allowed = this.#withCredentials(operation, sample);
    if (this.#seen.get(id)?.has(200)) return this.#succeed(operation, allowed);
    const usedIdempotencyKey = randomUUID();
    const once = changed(allowed, { headers: { 'idempotency-key': usedIdempotencyKey } });
    const data = await this.#succeed(operation, operation.method === 'POST' ? once : allowed);
    if (operation.method === 'POST') await this.#succeed(operation, once);
    const { boundKey } = this.#parties;
    for (const refusal of refusalsOf(operation, allowed, { boundKey, usedIdempotencyKey })) {
      await this.#fail(operation, refusal);
    }
    return data;
  }

  /** Sends a request that must be refused with this code. */
  async refused(code: string, id: string, sample: Sample = {}): Promise<void> {
    const operation = this.#operation(id);
    const { answer } = await this.#hear(operation, this.#withCredentials(operation, sample));
    const answered = isRecord(answer.body) ? answer.body.message_code : answer.body;
    if (answered !== code) this.#note(operation, `answers ${JSON.stringify(answered)} instead of ${code}`);
  }

  /** Sends a request that must be answered with this status, whatever its body is; returns the headers of the response. */
  async answered(status: number, id: string, sample: Sample): Promise<Record<string, string>> {
    const operation = this.#operation(id);
    const { answer } = await this.#hear(operation, this.#withCredentials(operation, sample));
    if (answer.status !== status)
      this.#note(operation, `${answer.status} instead of ${status}: ${JSON.stringify(answer.body)}`);
    return answer.headers;
  }

  /** Documented operations and statuses that no request has produced. */
  unseen(): string[] {
    return [...this.#operations.values()].flatMap(({ id, method, succeeds, failures, takes, template }) => {
      const seen = this.#seen.get(id);
      if (seen === undefined) return [`${id}: was not asked for`];
      return (
        [...(succeeds ? [200] : []), ...provoked(failures)]
          .filter((status) => !seen.has(status))
          .filter((status) => status !== 431 || method !== 'HEAD')
          // Without JSON and a thread there is no different request for the same key.
          .filter(
            (status) => status !== 422 || takes === 'application/json' || template.includes('{thread_id}'),
          )
          .map((status) => `${id}: no request is answered with ${status}`)
      );
    });
  }

  #operation(id: string): Operation {
    const operation = this.#operations.get(id);
    if (operation === undefined) throw new Error(`the document has no operation ${id}`);
    return operation;
  }

  #withCredentials({ needs }: Operation, sample: Sample): Sample {
    if (needs === undefined) return sample;
    const headers =
      needs === 'key'
        ? { 'x-api-key': this.#parties.key, 'x-tenant-id': this.#tenant }
        : { authorization: `Bearer ${this.#token}` };
    return changed({ headers }, sample);
  }

  async #succeed(operation: Operation, sample: Sample): Promise<Record<string, unknown>> {
    const { answer, objections } = await this.#hear(operation, sample);
    // Later samples build on its result.
    if (answer.status !== 200) throw new Error(`${operation.id} fails: ${JSON.stringify(answer.body)}`);
    for (const objection of objections) this.#note(operation, `succeeds although: ${objection}`);
    const data = isRecord(answer.body) ? answer.body.data : undefined;
    if (Array.isArray(data) && data.length === 0) this.#note(operation, 'an empty list shows nothing of it');
    const one: unknown = Array.isArray(data) ? data[0] : data;
    return isRecord(one) ? one : {};
  }

  async #fail(operation: Operation, { status, why, sample }: Refusal): Promise<void> {
    const { answer } = await this.#hear(operation, sample);
    if (answer.status !== status) this.#note(operation, `${answer.status} instead of ${status} for ${why}`);
  }

  /** Makes one exchange and records problems of the response; problems of the request may be intended. */
  async #hear(operation: Operation, sample: Sample): Promise<Exchange & { objections: string[] }> {
    const { server, witness } = this.#parties;
    const heard = await exchange(server, operation, sample);
    const { status } = heard.answer;
    const { operation: taken, request, answer } = await witness.judge(heard);
    if (taken !== `${operation.method} ${operation.template}`) this.#note(operation, `is taken for ${taken}`);
    for (const objection of answer) {
      // (Responses to HEAD have no body. The document describes the one that they would have.)
      const isOfHead = operation.method === 'HEAD' && objection === 'Response body must be object';
      if (!isOfHead) this.#note(operation, `${status}: ${objection}`);
    }
    if (answer.length === 0) await this.#lie(heard);
    this.exchanges += 1;
    this.#seen.getOrInsertComputed(operation.id, () => new Set()).add(status);
    return { ...heard, objections: request };
  }

  async #lie({ operation, sent, answer }: Exchange): Promise<void> {
    for (const lie of liesAbout(answer)) {
      const testimony = await this.#parties.witness.judge({ sent, answer: lie.answer });
      this.lies += 1;
      if (testimony.answer.length === 0)
        this.#note(operation, `${answer.status}: ${lie.about} may be anything`);
    }
  }

  #note(operation: Operation, fault: string): void {
    this.faults.push(`${operation.id}: ${fault}`);
  }
}

/** Statuses that have a code beyond {@link NOT_PROVOKED}. */
function provoked(failures: Operation['failures']): number[] {
  return [...failures]
    .filter(([, codes]) => codes.some((code) => !NOT_PROVOKED.includes(code)))
    .map(([status]) => status);
}
