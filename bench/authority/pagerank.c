/* PageRank as plainly as C writes it, on one thread: what bench/authority.ts compares with.
   pagerank GRAPH PASSES RANKS: seconds of the best pass and of the median one, then the ranks until they settle. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int ascending(const void *one, const void *other) {
  const double a = *(const double *)one, b = *(const double *)other;
  return (a > b) - (a < b);
}

static double pass(uint32_t nodes, const uint32_t *offsets, const uint32_t *sources, const uint32_t *degrees,
                   const double *ranks, double *shares, double *next) {
  double dangling = 0, change = 0;
  for (uint32_t v = 0; v < nodes; v++) {
    if (degrees[v] == 0) dangling += ranks[v];
    else shares[v] = ranks[v] / degrees[v];
  }
  const double base = (0.15 + 0.85 * dangling) / nodes;
  for (uint32_t v = 0; v < nodes; v++) {
    double sum = 0;
    for (uint32_t e = offsets[v]; e < offsets[v + 1]; e++) sum += shares[sources[e]];
    next[v] = base + 0.85 * sum;
    change += fabs(next[v] - ranks[v]);
  }
  return change;
}

int main(int count, char **arguments) {
  if (count != 4) return 2;
  FILE *file = fopen(arguments[1], "rb");
  uint32_t size[2];
  if (!file || fread(size, 4, 2, file) != 2) return 1;
  const uint32_t nodes = size[0], edges = size[1];
  uint32_t *offsets = malloc(((size_t)nodes + 1) * 4), *sources = malloc((size_t)edges * 4);
  uint32_t *degrees = calloc(nodes, 4);
  double *ranks = malloc((size_t)nodes * 8), *next = malloc((size_t)nodes * 8), *shares = calloc(nodes, 8);
  if (fread(offsets, 4, (size_t)nodes + 1, file) != (size_t)nodes + 1) return 1;
  if (fread(sources, 4, edges, file) != edges) return 1;
  fclose(file);
  for (uint32_t e = 0; e < edges; e++) degrees[sources[e]]++;
  for (uint32_t v = 0; v < nodes; v++) ranks[v] = 1.0 / nodes;
  const int passes = atoi(arguments[2]);
  double *seconds = malloc(sizeof(double) * (size_t)passes);
  for (int p = 0; p < passes; p++) {
    const double start = now();
    pass(nodes, offsets, sources, degrees, ranks, shares, next);
    seconds[p] = now() - start;
  }
  qsort(seconds, (size_t)passes, sizeof(double), ascending);
  printf("%.9f %.9f\n", seconds[0], seconds[passes / 2]);
  for (int round = 0; round < 100; round++) {
    const double change = pass(nodes, offsets, sources, degrees, ranks, shares, next);
    double *swapped = ranks;
    ranks = next;
    next = swapped;
    if (change < 1e-12) break;
  }
  FILE *out = fopen(arguments[3], "wb");
  if (!out || fwrite(ranks, 8, nodes, out) != nodes) return 1;
  return fclose(out);
}
