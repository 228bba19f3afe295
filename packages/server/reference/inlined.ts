import { isRecord } from '@palaver/protocol/values';

/** The document with every model in the place of the references to it. (No model is part of itself.) */
export function inlined<Document>(document: Document): Document {
  const schemas = schemasOf(document);
  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit);
    if (!isRecord(node)) return node;
    const { $ref, ...rest } = node;
    const target = typeof $ref === 'string' ? schemas[$ref.slice($ref.lastIndexOf('/') + 1)] : {};
    if (!isRecord(target)) throw new Error(`${String($ref)} leads nowhere`);
    return Object.fromEntries(
      Object.entries({ ...target, ...rest }).map(([key, value]) => [key, visit(value)]),
    );
  };
  return visit(document) as Document;
}

function schemasOf(document: unknown): Record<string, unknown> {
  const components = isRecord(document) && isRecord(document.components) ? document.components : {};
  return isRecord(components.schemas) ? components.schemas : {};
}
