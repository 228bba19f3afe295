import { applyLimits, type Limits } from '@palaver/protocol/limits';
import { MODELS } from '@palaver/protocol/models';
import { isRecord } from '@palaver/protocol/values';

type Schema = Record<string, unknown>;

const COMPONENTS = '#/components/schemas/';

/** A reference to a model. */
export function referenceTo(name: string): { $ref: string } {
  return { $ref: `${COMPONENTS}${name}` };
}

/**
 * The models of the protocol, and a document that refers to them: each model appears once in `components.schemas`, with the
 * operator's limits.
 */
export class NamedModels {
  readonly #models: ReadonlyMap<unknown, Schema>;

  constructor(limits: Limits) {
    const models = MODELS.map((model) => applyLimits(model, limits));
    this.#models = new Map(models.map((model) => [model.title, model]));
  }

  /** `components.schemas` */
  components(): Record<string, Schema> {
    return Object.fromEntries([...this.#models].map(([name, model]) => [String(name), this.#inside(model)]));
  }

  /**
   * A part of the document with every model replaced by a reference. Throws for a model that is not in the list, because
   * nothing could refer to it.
   */
  refer(part: unknown): unknown {
    if (Array.isArray(part)) return part.map((element) => this.refer(element));
    if (!isRecord(part)) return part;
    return typeof part.title === 'string' ? this.#reference(part.title, part) : this.#inside(part);
  }

  #reference(name: string, { description }: Schema): Schema {
    const model = this.#models.get(name);
    if (model === undefined) throw new Error(`the schema ${name} is not among the models of the protocol`);
    return { ...referenceTo(name), ...(description === model.description ? {} : { description }) };
  }

  #inside(node: Schema): Schema {
    // (An example may have a `title` that names no model.)
    const children = Object.entries(node).map(([key, value]) => [
      key,
      key === 'examples' ? value : this.refer(value),
    ]);
    return { ...(Object.fromEntries(children) as Schema), ...this.#mapping(node) };
  }

  /** With references, a discriminator needs a mapping from value to model. */
  #mapping({ discriminator, oneOf }: Schema): Schema {
    if (!isRecord(discriminator) || !Array.isArray(oneOf)) return {};
    const tag = String(discriminator.propertyName);
    const mapping = Object.fromEntries(
      oneOf.filter(isRecord).map((kind) => [tagOf(kind, tag), `${COMPONENTS}${String(kind.title)}`]),
    );
    return { discriminator: { ...discriminator, mapping } };
  }
}

function tagOf({ properties: fields }: Schema, tag: string): string {
  const properties = isRecord(fields) ? fields : {};
  const schema = properties[tag];
  if (!isRecord(schema)) return '';
  // The document generator turns a constant into an enum of one value.
  return String(Array.isArray(schema.enum) ? schema.enum[0] : schema.const);
}
