type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** The form of a text for a number, by the rules of a language. */
export function plural(locale: string, number: number, forms: Forms): string {
  return forms[new Intl.PluralRules(locale).select(number)] ?? forms.other;
}
