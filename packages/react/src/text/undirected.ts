const DIRECTIONS = /\p{Bidi_Control}/gu;

/** A name without characters that would turn the direction of the words around it, or of its own end. */
export const undirected = (name: string) => name.replaceAll(DIRECTIONS, '');
