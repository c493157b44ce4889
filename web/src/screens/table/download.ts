/** Lets the browser save a text as a file. */
export function download(name: string, text: string): void {
  save(name, new Blob([text], { type: 'text/plain' }));
}

/** Lets the browser save a file. */
export function save(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
