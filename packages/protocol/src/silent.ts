import Type from 'typebox';

/** Changes of a back end about which members read no line. */

const description =
  'If true, members read no line about the change. Connections and webhooks get its entry as usual, with `silent` in `change`. Only for back ends: the client API ignores it.';

export const SilentSchema = Type.Boolean({ default: false, description });

/** The same for a mute or ban. */
export const SilentSanctionSchema = Type.Boolean({
  default: false,
  description: `${description} The end of the mute or ban is then silent, too.`,
});

/** For requests without a body. */
export const SilentQuery = Type.Object({ silent: Type.Optional(SilentSchema) });
