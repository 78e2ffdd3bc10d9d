export type Mask = ReturnType<typeof createMask>;

/**
 * The encodings in which a secret can appear: in a basic-auth header (base64, at three offsets), in a URL, in JSON.
 *
 * @see https://github.com/actions/runner/blob/main/src/Runner.Common/HostContext.cs
 */
function encodings(secret: string): string[] {
  const bytes = Buffer.from(secret);
  // The shifted forms, without the characters that depend on the text around the secret.
  const shifted = [1, 2].map((shift) => bytes.subarray(shift).toString('base64').replace(/=+$/, ''));
  const base64 = [bytes.toString('base64'), ...shifted.map((text) => text.slice(0, -1))];
  const json = JSON.stringify(secret).slice(1, -1);
  const xml = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return [secret, ...base64.filter((text) => text.length > 6), encodeURIComponent(secret), json, xml];
}

/** Hides secrets like GitHub's runner, with each of their lines and their usual encodings. */
export function createMask(secrets: Iterable<string> = []) {
  const hidden = new Set<string>();
  const add = (secret: string) => {
    const parts = [secret, ...secret.split(/[\r\n]+/)]
      .map((part) => part.trim())
      .filter((part) => part !== '');
    for (const part of parts) {
      for (const form of encodings(part)) hidden.add(form);
    }
  };
  for (const secret of secrets) add(secret);
  return {
    add,
    apply(text: string) {
      // Longest first: hiding a short secret would leave the rest of a long one that contains it.
      const forms = [...hidden].sort((a, b) => b.length - a.length);
      return forms.reduce((masked, form) => masked.replaceAll(form, '***'), text);
    },
  };
}
