/** Runs a command of the package; what goes wrong is one plain line, not a stack. */
export const withOneLineErrors = async (work) => {
  try {
    process.exitCode = (await work()) ?? 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
};
