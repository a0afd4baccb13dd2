// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {Fixture} from "../support/Fixture.sol";

/// @notice A price of DR that is pushed up for a second or a minute spares no voucher's burn: the bound that
/// protects a wallet from a stolen signer goes by the lower average, which such a price hardly moves.
contract SparedBurnTest is Fixture {
    uint256 internal constant VOUCHER_BURN = 1_000e18; // 5 % of 10,000 USDT at 0.50

    function setUp() public override {
        super.setUp();
        usdt.transfer(address(deflationVault), 1_000_000e18);
        dr.transfer(alice, 10_000e18);
        vm.prank(alice);
        dr.approve(address(deflationVault), APPROVAL);
    }

    /// @dev The owner of 99.9 % of the liquidity: out for one second, a purchase, and back.
    function test_withdrawUSDT_burnsTheVouchersShareThoughTheLiquidityWasAwayForASecond() public {
        letPass(26 hours);
        uint256 drBefore = dr.balanceOf(address(this));
        takeLiquidity(drPair, drPair.totalSupply() * 999 / 1_000); // 1,000 USDT and 2,000 DR are left
        swap(address(usdt), address(dr), 99_000e18); // to 10,000 times the price
        skip(1);
        uint256 got = dr.balanceOf(address(this)) - drBefore;
        swap(address(dr), address(usdt), got - 1_998_000e18);
        (uint256 drHeld, uint256 usdtHeld) = (dr.balanceOf(address(drPair)), usdt.balanceOf(address(drPair)));
        dr.transfer(address(drPair), drHeld * 999);
        usdt.transfer(address(drPair), usdtHeld * 999);
        drPair.mint(address(this));
        assertGt(oracle.price(address(dr)), 3e18);
        assertGe(_burned(), VOUCHER_BURN * 9 / 10);
    }

    /// @dev By a trader without liquidity, in a pool of 50,000 USDT: costs the pool's fee, some 300 USDT.
    function test_withdrawUSDT_burnsTheVouchersShareThoughThePriceWasPushed() public {
        takeLiquidity(drPair, drPair.totalSupply() * 19 / 20 - 1);
        letPass(26 hours);
        uint256[5] memory lasting = [uint256(1), 5, 30, 60, 1];
        uint256[5] memory capital = [uint256(3_000_000e18), 1_350_000e18, 550_000e18, 390_000e18, 10_000_000e18];
        for (uint256 i = 0; i < 5; ++i) {
            uint256 snapshot = vm.snapshotState();
            uint256 before = dr.balanceOf(address(this));
            swap(address(usdt), address(dr), capital[i]);
            skip(lasting[i]);
            swap(address(dr), address(usdt), dr.balanceOf(address(this)) - before);
            assertGt(oracle.price(address(dr)), 1e18); // more than twice what it was
            assertGe(_burned(), VOUCHER_BURN * 9 / 10);
            vm.revertToState(snapshot);
        }
    }

    function _burned() private returns (uint256) {
        uint256 before = dr.balanceOf(alice);
        sendUsdt(deflationVault, withdrawUsdtOf(deflationVault, alice, 10_000e18));
        return before - dr.balanceOf(alice);
    }
}
