/** The secret inputs of all actions. */
export const SECRET_INPUTS = ['api-key', 'github-token', 'pr-token', 'thread-secret'] as const;

/** Other texts contain a shorter secret or its base64 by chance. */
export const SHORTEST_UNIQUE = 8;

/** Replaces each form of each secret with `***`. Redact a text first, because escaping or cutting it changes the form. */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  // The longest form goes first, because it may begin with another one.
  const forms = [...new Set(secrets.flatMap(secretForms))].sort((a, b) => b.length - a.length);
  return (text) => forms.reduce((rest, form) => rest.replaceAll(form, '***'), text);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A secret as servers quote it: unchanged, in base64 with or without padding, in a URL, in JSON and in HTML. */
export function secretForms(secret: string): readonly string[] {
  return [
    secret,
    ...(secret.length < SHORTEST_UNIQUE ? [] : [Buffer.from(secret).toString('base64').replace(/=+$/, '')]),
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    secret.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign),
  ];
}
