// Loaded before the server: its clock is so many milliseconds off that of the machine, as if it ran at another time.
const movedBy = Number(process.env.MOVED_CLOCK_MS);
const OfMachine = Date;

globalThis.Date = class extends OfMachine {
  constructor(...args) {
    if (args.length === 0) super(OfMachine.now() + movedBy);
    else super(...args);
  }

  static now() {
    return OfMachine.now() + movedBy;
  }
};
