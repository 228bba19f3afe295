/**
 * Names a schema. The OpenAPI document lists it under this name in `components.schemas` and refers to it elsewhere, and
 * generated clients give its type this name. `description` may differ from place to place.
 */
export function model(title: string, description: string) {
  return { title, description };
}
