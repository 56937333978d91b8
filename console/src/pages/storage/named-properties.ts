import type { ServiceError } from '../../service/service-error.js';

/** The property of a body that a sentence of the service names first: "The property `bucket` takes a bucket name". */
export const faultsIn = (error: ServiceError | undefined): Readonly<Record<string, string | undefined>> => {
  const [, name] = /`(\w+)`/.exec(error?.message ?? '') ?? [];
  return name === undefined ? {} : { [name]: error?.message };
};
