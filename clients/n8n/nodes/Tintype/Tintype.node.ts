import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { submitBatches } from './batch.js';
import { batchFields } from './batch-form.js';
import { runItems } from './items.js';
import { getDevices, getPresets, getProfiles } from './lists.js';
import { operations } from './operations.js';
import { pageFields } from './page-form.js';
import { sessionFields } from './session-form.js';

export class Tintype implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Tintype',
    name: 'tintype',
    icon: { light: 'file:../../icons/tintype.svg', dark: 'file:../../icons/tintype.dark.svg' },
    group: ['transform'],
    version: 1,
    subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
    description: 'Pictures, PDFs, text and browser sessions from web pages',
    defaults: { name: 'Tintype' },
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    usableAsTool: true,
    credentials: [{ name: 'tintypeApi', required: true }],
    properties: [...operations, ...pageFields, ...sessionFields, ...batchFields],
  };

  methods = { loadOptions: { getDevices, getPresets, getProfiles } };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const resource = String(this.getNodeParameter('resource', 0));
    const operation = String(this.getNodeParameter('operation', 0));
    if (operation === 'submitImages' || operation === 'submitPdfs') return [await submitBatches(this, operation)];
    return [await runItems(this, resource, operation)];
  }
}
