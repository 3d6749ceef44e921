/** A busy browser reads the file some time after the link was followed. */
const RETAINED_MS = 60_000;

/** Saves a file as a download. */
export const saveFile = (name: string, content: Blob): void => {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), RETAINED_MS);
};
