export { readConfig as readOperatorConfig } from './config.js';
export { vacantLease } from './controller/election/lease.js';
export { operatorLeaseName, operatorNodeArguments, provisionPool } from './installation.js';
