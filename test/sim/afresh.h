/* Live memory against memory loaded afresh: a second engine is made from the store at the same
 * moment, takes in what is due, and must hold the same. Its turns are never committed. */
#ifndef BELFRY_TEST_SIM_AFRESH_H
#define BELFRY_TEST_SIM_AFRESH_H

struct sim;

void afresh_compare(struct sim *sim);

#endif
