export { createInstallationFacts } from './installation-facts.repository.ts';
export { measureInstallation } from './measure-installation.ts';
