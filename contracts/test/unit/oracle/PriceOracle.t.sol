// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IPriceOracle} from "../../../src/interfaces/IPriceOracle.sol";
import {Fixture} from "../../support/Fixture.sol";

interface ISync {
    function sync() external;
}

/// @notice The averages of a deep pool, and what is recorded of it.
contract PriceOracleTest is Fixture {
    function test_price_isTheSpotPriceOfAPairQuietForTheWholeWindow() public view {
        assertEq(oracle.price(address(dr)), 0.5e18);
        assertEq(oracle.price(address(drgv)), 0.1e18);
        assertEq(oracle.price24h(address(dr)), 0.5e18);
        assertEq(oracle.lowerPrice(address(drgv)), 0.1e18);
        assertEq(oracle.spotPrice(address(dr)), 0.5e18);
        assertEq(oracle.depthOf(address(dr)), 1_000_000e18);
        assertEq(oracle.pairOf(address(dr)), address(drPair));
        assertEq(oracle.pairOf(address(drgv)), address(drgvPair));
    }

    function test_price_doesNotMoveInTheBlockOfATrade() public {
        oracle.update();
        skip(30 minutes);
        swap(address(usdt), address(dr), 900_000e18);
        assertGt(oracle.spotPrice(address(dr)), 1.5e18);
        assertApproxEqAbs(oracle.price(address(dr)), 0.5e18, 1);
    }

    function test_price_averagesOverTimeAndIsCarriedForward() public {
        oracle.update();
        skip(15 minutes);
        uint256 before = oracle.spotPrice(address(dr));
        swap(address(usdt), address(dr), 200_000e18);
        uint256 afterwards = oracle.spotPrice(address(dr));
        skip(15 minutes); // nothing touches the pair or the oracle any more
        assertApproxEqAbs(oracle.price(address(dr)), (before + afterwards) / 2, 2);
        skip(15 minutes - 1); // the observation is now 45 minutes old
        assertApproxEqRel(oracle.price(address(dr)), (before + 2 * afterwards) / 3, 0.001e18);
        skip(1);
        assertEq(oracle.price(address(dr)), afterwards); // quiet for the whole window
    }

    function test_price_takesTheNewestObservationOldEnough() public {
        for (uint256 i = 0; i < 8; ++i) {
            oracle.update();
            skip(5 minutes);
        }
        uint256 before = oracle.spotPrice(address(drgv));
        swap(address(drgv), address(usdt), 500_000e18);
        uint256 afterwards = oracle.spotPrice(address(drgv));
        skip(6 minutes);
        // the window of 30 minutes began 24 before the trade; the observation nearest before is of 25 minutes
        // before it
        assertApproxEqAbs(oracle.price(address(drgv)), (25 * before + 6 * afterwards) / 31, 2);
    }

    function test_price_revertsAfterATradeWithoutAnObservation() public {
        swap(address(usdt), address(dr), 1e18);
        vm.expectRevert(abi.encodeWithSelector(IPriceOracle.WindowNotFull.selector, address(dr), uint256(30 minutes)));
        oracle.price(address(dr));
        vm.expectRevert(abi.encodeWithSelector(IPriceOracle.WindowNotFull.selector, address(dr), uint256(24 hours)));
        oracle.price24h(address(dr));
        assertEq(oracle.price(address(drgv)), 0.1e18);
        oracle.update();
        skip(30 minutes - 1);
        vm.expectPartialRevert(IPriceOracle.WindowNotFull.selector);
        oracle.price(address(dr));
        skip(1);
        oracle.price(address(dr));
    }

    function test_price_revertsWhenTheLastObservationIsTooOld() public {
        oracle.update();
        skip(45 minutes + 1);
        swap(address(usdt), address(dr), 1e18);
        vm.expectPartialRevert(IPriceOracle.WindowNotFull.selector);
        oracle.price(address(dr));
    }

    function test_price24h_averagesOverADay() public {
        uint256 before = oracle.spotPrice(address(dr));
        for (uint256 i = 0; i < 12; ++i) {
            oracle.update();
            skip(1 hours);
        }
        swap(address(usdt), address(dr), 500_000e18);
        uint256 afterwards = oracle.spotPrice(address(dr));
        for (uint256 i = 0; i < 12; ++i) {
            skip(1 hours);
            oracle.update();
        }
        assertApproxEqAbs(oracle.price24h(address(dr)), (before + afterwards) / 2, 2);
        assertEq(oracle.price(address(dr)), afterwards);
        assertEq(oracle.lowerPrice(address(dr)), oracle.price24h(address(dr)));
    }

    /// @dev The audit's L-3: six quiet hours left no 24-hour average for 170 minutes, a day later.
    function test_price24h_isThereADayAfterSixHoursWithoutAnUpdate() public {
        for (uint256 i = 0; i < 30; ++i) {
            skip(1 hours);
            oracle.update();
        }
        swap(address(usdt), address(dr), 1e18);
        skip(6 hours); // the keeper sleeps
        oracle.update();
        for (uint256 i = 0; i < 30 * 6; ++i) {
            skip(10 minutes);
            oracle.update();
            swap(address(usdt), address(dr), 1e18);
            oracle.price24h(address(dr));
        }
    }

    /// @dev Every window finds its own observation: none of 31 hours before has taken its place.
    function test_price24h_neverTakesAnObservationOlderThan30Hours() public {
        oracle.update();
        skip(30 hours);
        swap(address(usdt), address(dr), 500_000e18);
        assertApproxEqAbs(oracle.price24h(address(dr)), 0.5e18, 2);
        skip(1);
        vm.expectRevert(abi.encodeWithSelector(IPriceOracle.WindowNotFull.selector, address(dr), uint256(24 hours)));
        oracle.price24h(address(dr));
    }

    /// @dev The same two averages as `price` and `price24h`, whichever is the lower, after a rise and a fall,
    /// with the keeper on time and at the end of the short one's slack.
    function test_priceRange_isThatOfBothAverages() public {
        for (uint256 i = 0; i < 25; ++i) {
            oracle.update();
            skip(1 hours);
        }
        for (uint256 i = 0; i < 30; ++i) {
            if (i % 3 == 0) {
                swap(i < 15 ? address(usdt) : address(dr), i < 15 ? address(dr) : address(usdt), 50_000e18);
            }
            skip(i == 12 || i == 24 ? 14 minutes : 5 minutes);
            oracle.update();
            if (i < 7) continue;
            (uint256 price, uint256 day) = (oracle.price(address(dr)), oracle.price24h(address(dr)));
            (uint256 lower, uint256 higher) = oracle.priceRange(address(dr));
            assertEq(lower, price < day ? price : day);
            assertEq(higher, price < day ? day : price);
        }
    }

    function test_lowerPrice_followsAFallAtOnce() public {
        for (uint256 i = 0; i < 25; ++i) {
            oracle.update();
            skip(1 hours);
        }
        oracle.update();
        swap(address(dr), address(usdt), 1_000_000e18);
        skip(30 minutes);
        assertEq(oracle.lowerPrice(address(dr)), oracle.price(address(dr)));
        assertLt(oracle.price(address(dr)), oracle.price24h(address(dr)));
    }

    function test_price_survivesAnOverflowOfThePairsSum() public {
        // slots 9 and 10 of a Uniswap V2 pair: the cumulative prices, which overflow by design
        vm.store(address(drPair), bytes32(uint256(9)), bytes32(type(uint256).max - 2 ** 112));
        vm.store(address(drPair), bytes32(uint256(10)), bytes32(type(uint256).max - 2 ** 112));
        oracle.update();
        skip(15 minutes);
        uint256 before = oracle.spotPrice(address(dr));
        swap(address(usdt), address(dr), 200_000e18);
        uint256 afterwards = oracle.spotPrice(address(dr));
        skip(15 minutes);
        assertApproxEqAbs(oracle.price(address(dr)), (before + afterwards) / 2, 2);
    }

    function test_price_survivesTheYear2106() public {
        vm.warp(2 ** 32 - 10 minutes);
        _syncPair();
        oracle.update();
        skip(15 minutes);
        uint256 before = oracle.spotPrice(address(dr));
        swap(address(usdt), address(dr), 200_000e18);
        uint256 afterwards = oracle.spotPrice(address(dr));
        skip(15 minutes);
        assertApproxEqAbs(oracle.price(address(dr)), (before + afterwards) / 2, 2);
        skip(30 minutes);
        assertEq(oracle.price(address(dr)), afterwards);
    }

    /// @dev The pair's own sum, carried forward to this second at the price it has.
    function test_update_announcesWhatItRecords() public {
        swap(address(usdt), address(dr), 1_000e18);
        skip(7 minutes);
        (uint256 reserve0, uint256 reserve1,) = drPair.getReserves();
        bool isToken0 = drPair.token0() == address(dr);
        uint256 sum = isToken0 ? drPair.price0CumulativeLast() : drPair.price1CumulativeLast();
        (uint256 tokens, uint256 dollars) = isToken0 ? (reserve0, reserve1) : (reserve1, reserve0);
        uint224 cumulative = uint224(sum + (dollars << 112) / tokens * 7 minutes);
        vm.expectEmit(address(oracle));
        emit IPriceOracle.Observed(address(dr), block.timestamp, cumulative);
        vm.expectEmit(true, true, false, false, address(oracle));
        emit IPriceOracle.Observed(address(drgv), block.timestamp, 0);
        assertTrue(oracle.update());
    }

    function test_update_recordsOnceAPeriodForAnyCaller() public {
        vm.prank(bob);
        assertTrue(oracle.update());
        assertFalse(oracle.update());
        skip(5 minutes);
        vm.expectEmit(true, false, false, false, address(oracle));
        emit IPriceOracle.Observed(address(dr), 0, 0);
        assertTrue(oracle.update());
    }

    function _syncPair() private {
        ISync(address(drPair)).sync();
    }
}
