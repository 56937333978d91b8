import { z } from 'zod';
import { namedMap } from '../schema/collections.js';
import { labelName, labelValue } from '../schema/names.js';
import { ruled } from '../schema/rule.js';

const requirement = <const Operators extends readonly [string, ...string[]]>(operators: Operators, values: string) =>
  z.object({
    key: labelName().describe('Name of the label.'),
    operator: z.enum(operators).describe('How to compare the label with the values.'),
    values: z.array(labelValue()).max(8).describe(`Values of the label: ${values}.`).optional(),
  });

const severalOrNone = 'at least one for In and NotIn, none for Exists and DoesNotExist';

type Operator = 'In' | 'NotIn' | 'Exists' | 'DoesNotExist' | 'Gt' | 'Lt';
interface Requirement {
  operator: Operator;
  values?: string[] | undefined;
}

const hasRightValues = ({ operator, values = [] }: Requirement) =>
  operator === 'In' || operator === 'NotIn' ? values.length > 0 : values.length === 0;

const valuesRule = {
  rule: "self.operator in ['In', 'NotIn'] ? has(self.values) && self.values.size() > 0 : !has(self.values) || self.values.size() == 0",
  message: 'In and NotIn take one or more values, Exists and DoesNotExist none',
  fieldPath: '.values',
  holds: hasRightValues,
};

export const labelSelector = () =>
  z.object({
    matchLabels: namedMap(labelValue(), 4).describe('Labels of a pod, with their values.').optional(),
    matchExpressions: z
      .array(ruled(requirement(['In', 'NotIn', 'Exists', 'DoesNotExist'], severalOrNone), valuesRule))
      .max(4)
      .describe('Further conditions on the labels of a pod.')
      .optional(),
  });

export const nodeRequirement = () =>
  ruled(
    requirement(
      ['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt'],
      `${severalOrNone}, one whole number for Gt and Lt`,
    ),
    {
      ...valuesRule,
      rule: `self.operator in ['Gt', 'Lt'] ? has(self.values) && self.values.size() == 1 && self.values[0].matches('^[0-9]{1,18}$') : (${valuesRule.rule})`,
      message: 'In and NotIn take one or more values, Gt and Lt one whole number, Exists and DoesNotExist no value',
      holds: (each) =>
        each.operator === 'Gt' || each.operator === 'Lt'
          ? each.values?.length === 1 && /^[0-9]{1,18}$/.test(each.values[0] ?? '')
          : hasRightValues(each),
    },
  );
