import { isRecord } from '@palaver/protocol/values';

/** The document with references replaced by their components, for all kinds or only those given. (No model contains itself.) */
export function inlined<Document>(document: Document, kinds?: readonly string[]): Document {
  return inlinedPart(document, document, kinds);
}

/** The same for one part of a document. */
export function inlinedPart<Part>(part: Part, document: unknown, kinds?: readonly string[]): Part {
  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit);
    if (!isRecord(node)) return node;
    const { $ref, ...rest } = node;
    const whole = typeof $ref === 'string' && isMeant($ref) ? { ...componentAt($ref), ...rest } : node;
    return Object.fromEntries(Object.entries(whole).map(([key, value]) => [key, visit(value)]));
  };
  const isMeant = ($ref: string) => kinds === undefined || kinds.some((kind) => $ref.split('/')[2] === kind);
  const componentAt = ($ref: string) => {
    const steps = $ref.split('/').slice(1);
    const target = steps.reduce<unknown>((at, step) => (isRecord(at) ? at[step] : undefined), document);
    if (!isRecord(target)) throw new Error(`${$ref} leads nowhere`);
    return target;
  };
  return visit(part) as Part;
}
