// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

import {DepthFixture} from "../../support/DepthFixture.sol";

/// @notice The owner of nearly all of a pool's liquidity takes it out for a second, in which the rest has an
/// enormous price. An average counts seconds, so for some dollars it shows hours of a price that no one paid;
/// every record finds the pool whole.
contract DepthSpikesTest is DepthFixture {
    function setUp() public virtual override {
        super.setUp();
        letPass(25 hours);
        _take(drPair, 9_400); // 60,000 USDT
        exchange.recordDepths();
        _startKeeper();
        _keeperUntil(block.timestamp + 26 hours);
        _assertLimits(3_000e18);
    }

    /// @dev Proven on the form before: from 3,000 to 29,907 for 21 USDT, 89,214 gained.
    function test_attack_noRiseByAPriceOfOneSecond() public {
        _spikeForADay(1_000, 1);
        _assertNoRise();
    }

    /// @dev As before, where others own 1 %, and the next block comes after three seconds: to 15,166.
    function test_attack_noRiseByAPriceOfThreeSeconds() public {
        _spikeForADay(10_000, 3);
        _assertNoRise();
    }

    /// @dev Knowingly left (ADR 0060): one such second is a price of hours for both averages, at which a
    /// stolen signer's key takes each token's day, a twentieth of the pool.
    function test_known_aPriceOfOneSecondCountsAsOneOfHours() public {
        (uint256 before,) = oracle.priceRange(address(dr));
        IERC20(address(drPair)).transfer(mallory, drPair.totalSupply() / 1_000);
        _spike(Math.sqrt(25 * 86_400), 1);
        (uint256 lower,) = oracle.priceRange(address(dr));
        assertGt(lower, 10 * before);
        assertLe(_limitOf(address(usdt)), 3_001e18);
        assertLe(_limitOf(address(drgv)), 30_001e18);
    }

    function _assertNoRise() private view {
        (uint256 lower,) = oracle.priceRange(address(dr));
        assertGt(lower, 10e18); // 0.5 before
        assertLe(_limitOf(address(usdt)), 3_001e18);
        assertLe(_limitOf(address(usdr)), 3_001e18);
        assertLe(_limitOf(address(dr)), 6_001e18);
        assertLe(_limitOf(address(drgv)), 30_001e18);
    }

    /// @param othersPpm Share of the pool's liquidity that others own, in parts of a million.
    function _spikeForADay(uint256 othersPpm, uint256 length) private {
        IERC20(address(drPair)).transfer(mallory, drPair.totalSupply() * othersPpm / 1e6);
        uint256 end = block.timestamp + 24 hours + 10 minutes;
        _spike(Math.sqrt(25 * 86_400 / length), length);
        while (block.timestamp < end) {
            _keeperUntil(block.timestamp + 29 minutes);
            _spike(Math.sqrt(25 * 1_900 / length), length);
        }
    }

    /// @dev Out, up to `factor` times the USDT of the rest, and `length` seconds later down and in again, as
    /// the first of a block; the keeper's record that the fall brought about comes behind.
    function _spike(uint256 factor, uint256 length) private {
        uint256 before = usdt.balanceOf(address(drPair));
        takeLiquidity(drPair, IERC20(address(drPair)).balanceOf(address(this)));
        uint256 held = dr.balanceOf(address(this));
        swap(address(usdt), address(dr), usdt.balanceOf(address(drPair)) * (factor - 1));
        uint256 bought = dr.balanceOf(address(this)) - held;
        skip(length);
        swap(address(dr), address(usdt), bought);
        uint256 left = usdt.balanceOf(address(drPair));
        uint256 drBack = dr.balanceOf(address(drPair)) * (before - left) / left;
        usdt.transfer(address(drPair), before - left);
        dr.transfer(address(drPair), drBack);
        drPair.mint(address(this));
        oracle.update();
        exchange.recordDepths();
        _nextRecord = block.timestamp + 45 minutes;
    }
}
