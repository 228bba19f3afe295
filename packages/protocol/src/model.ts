/**
 * Gives a schema a name: it stands under it in `components.schemas` of the OpenAPI document, where everything that holds
 * it refers to it, and clients call its type so. `description` may differ from place to place.
 */
export function model(title: string, description: string) {
  return { title, description };
}
