import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mergeMetrics } from './private-port.js';

const text = (program: string, value: number) => `# HELP up whether it runs
# TYPE up gauge
up{program="${program}"} ${value}

# HELP took seconds
# TYPE took histogram
took_bucket{le="1",program="${program}"} 1
took_sum{program="${program}"} 2
took_count{program="${program}"} 1
`;

describe('merging metrics', () => {
  it('names each family once, with the samples of all parts', () => {
    assert.equal(
      mergeMetrics([text('a', 1), text('b', 0)]),
      `# HELP up whether it runs
# TYPE up gauge
up{program="a"} 1
up{program="b"} 0
# HELP took seconds
# TYPE took histogram
took_bucket{le="1",program="a"} 1
took_sum{program="a"} 2
took_count{program="a"} 1
took_bucket{le="1",program="b"} 1
took_sum{program="b"} 2
took_count{program="b"} 1
`,
    );
  });

  it('leaves out a part without metrics', () => {
    assert.equal(mergeMetrics([text('a', 1), '']), mergeMetrics([text('a', 1)]));
  });
});
