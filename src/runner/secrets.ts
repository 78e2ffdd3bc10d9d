/** The inputs that hold secrets, of whichever action. */
export const SECRET_INPUTS = ['api-key', 'github-token', 'pr-token', 'team-token', 'thread-secret'] as const;

/** Other texts contain a shorter secret, or its base64, by chance. */
export const SHORTEST_UNIQUE = 8;

/** Replaces each form of each secret by `***`. To be used before a text is escaped or cut, which changes the form. */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  // The longest first: one form may begin with another.
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

/** A secret as servers quote it: as it is, in base64 (without padding, which may follow), in a URL, in JSON and in HTML. */
export function secretForms(secret: string): readonly string[] {
  return [
    secret,
    ...(secret.length < SHORTEST_UNIQUE ? [] : [Buffer.from(secret).toString('base64').replace(/=+$/, '')]),
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    secret.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign),
  ];
}
