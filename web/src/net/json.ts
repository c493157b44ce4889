/** Reading JSON that may be missing or damaged. */

/** The value of a text; `null` if it is not JSON. */
export function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/** The object of a text; `null` if it is not JSON or something else. */
export function parseObject(text: string | null): Record<string, unknown> | null {
  const found = parseJson(text);
  return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : null;
}
