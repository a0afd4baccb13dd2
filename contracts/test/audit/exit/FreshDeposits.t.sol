// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IWithdrawalVault} from "../../../src/interfaces/IWithdrawalVault.sol";
import {ExitFixture} from "../../support/ExitFixture.sol";

/// @notice Capital that comes and goes moves the daily limit neither up nor down: what was deposited today and
/// yesterday does not count to it, and what of that was claimed back does not count against it.
contract ExitFreshDepositsTest is ExitFixture {
    uint256 private constant HELD = 2_000_000e18;
    uint256 private constant LIMIT = HELD * 5 / 100;

    function setUp() public override {
        super.setUp();
        usdt.transfer(address(nodeVault), HELD);
        vm.warp((block.timestamp / 1 days + 1) * 1 days);
    }

    function _limit() private view returns (uint256 limit) {
        (, limit) = nodeVault.vaultDaily(address(usdt));
    }

    function _fresh() private view returns (uint256) {
        return nodeVault.freshDeposits(address(usdt));
    }

    /// @dev With a stolen signer: 40 million for one block, and the vault's two millions would be gone.
    function test_attack_flashDepositRaisesNoLimit() public {
        vm.prank(address(timelock));
        nodeVault.setCaps(address(usdt), IWithdrawalVault.Caps(500, 25_000e18, 1_000_000e18));
        uint256 stolen;
        depositFor(thief, usdtToken(), 40_000_000e18);
        assertEq(_limit(), LIMIT);
        for (uint256 i = 0; i < 4; ++i) {
            address account = address(uint160(0x7E1EF0 + i));
            payByVoucher(nodeVault, usdtToken(), account, LIMIT / 4);
            stolen += LIMIT / 4;
            assertEq(_limit(), LIMIT);
        }
        Withdraw memory v = withdrawUsdtOf(nodeVault, thief, 1e18);
        bytes memory signature = sign(usdtDigestOf(nodeVault, v));
        vm.expectRevert(abi.encodeWithSelector(IWithdrawalVault.VaultDailyCapExceeded.selector, 1e18, LIMIT, LIMIT));
        sendUsdt(nodeVault, v, signature);
        claim(thief, nodeVault, usdtToken(), ALL, noProof());
        assertEq(usdt.balanceOf(thief), 40_000_000e18);
        assertEq(usdt.balanceOf(address(nodeVault)), HELD - stolen);
        assertEq(_limit(), LIMIT);
    }

    /// @dev For gas alone, a loop of deposit and claim would hold the day's limit at its floor.
    function test_attack_depositAndClaimInALoopShrinksNoDay() public {
        for (uint256 i = 0; i < 50; ++i) {
            depositFor(thief, usdtToken(), 1_000_000e18);
            claim(thief, nodeVault, usdtToken(), ALL, noProof());
            assertEq(_fresh(), 0);
            assertEq(_limit(), LIMIT);
        }
        assertEq(usdt.balanceOf(address(nodeVault)), HELD);
    }

    /// @dev In parts, and over midnight: what is left of it is what is left out.
    function test_attack_loopInPartsOverMidnight() public {
        skip(1 days - 1);
        depositFor(thief, usdtToken(), 600_000e18);
        skip(1);
        depositFor(thief, usdtToken(), 500_000e18);
        assertEq(_fresh(), 1_100_000e18);
        claim(thief, nodeVault, usdtToken(), 700_000e18, noProof());
        assertEq(_fresh(), 400_000e18);
        assertEq(_limit(), LIMIT);
        claim(thief, nodeVault, usdtToken(), ALL, noProof());
        assertEq(_fresh(), 0);
        assertEq(_limit(), LIMIT);
    }

    /// @dev Transfers between socks cost the burn's share of each round, and are no free way to shrink the day.
    function test_known_shrinkingTheDayBySocksCostsTheRateOfWhatItMoves() public {
        uint256 spent;
        for (uint256 i = 0; i < 5; ++i) {
            address sock = address(uint160(0x50C0 + i));
            depositFor(thief, usdtToken(), 100_000e18);
            transferWithin(thief, nodeVault, usdtToken(), sock, 100_000e18, noProof());
            claim(sock, nodeVault, usdtToken(), ALL, noProof());
            spent += 100_000e18 - usdt.balanceOf(sock);
        }
        assertEq(spent, 25_000e18);
        assertEq(nodeVault.totalKept(address(usdt)), spent);
        assertGe(_limit(), LIMIT - 500_000e18 * 5 / 100);
        skip(2 days);
        assertEq(_limit(), (HELD + spent) * 5 / 100);
    }

    /// @dev From the second midnight on it counts, as any reserve does.
    function test_depositsCountFromTheSecondMidnightOn() public {
        depositFor(carol, usdtToken(), 1_000_000e18);
        skip(2 days - 1);
        assertEq(_fresh(), 1_000_000e18);
        assertEq(_limit(), LIMIT);
        skip(1);
        assertEq(_fresh(), 0);
        assertEq(_limit(), LIMIT * 3 / 2);
    }

    /// @dev Capital that rested raises the limit by 5 % of it while it rests, and no longer.
    function test_known_restedCapitalRaisesADayByItsShareWhileItRests() public {
        depositFor(thief, usdtToken(), 1_000_000e18);
        skip(2 days);
        assertEq(_limit(), LIMIT + 50_000e18);
        claim(thief, nodeVault, usdtToken(), ALL, noProof());
        assertEq(_limit(), LIMIT);
    }

    /// @dev An old deposit that leaves takes nothing out of the day that it was not in.
    function test_attack_oldDepositLeavesWhileAnothersIsFresh() public {
        depositFor(carol, usdtToken(), 1_000_000e18);
        skip(3 days);
        uint256 before = _limit();
        depositFor(thief, usdtToken(), 1_000_000e18);
        assertEq(_limit(), before);
        claim(carol, nodeVault, usdtToken(), ALL, noProof());
        assertLe(_limit(), before, "never above what it was");
        claim(thief, nodeVault, usdtToken(), ALL, noProof());
        assertEq(_limit(), LIMIT);
        assertEq(_fresh(), 0);
    }

    /// @dev More fresh deposits than the vault holds, after a theft: the base is nothing, and the floor pays.
    function test_attack_freshDepositsAboveTheBalance() public {
        vm.prank(address(nodeVault));
        usdt.transfer(thief, HELD);
        depositFor(carol, usdtToken(), 900_000e18);
        vm.prank(address(nodeVault));
        usdt.transfer(thief, 800_000e18);
        assertEq(_limit(), 25_000e18);
        payByVoucher(nodeVault, usdtToken(), alice, 100e18);
        claim(carol, nodeVault, usdtToken(), 99_000e18, noProof());
        assertEq(_limit(), 25_000e18);
    }

    /// @dev Each token has its own.
    function test_attack_depositOfTheOtherToken() public {
        depositFor(thief, drToken(), 1_000_000e18);
        assertEq(_fresh(), 0);
        assertEq(_limit(), LIMIT);
        assertEq(nodeVault.freshDeposits(address(dr)), 1_000_000e18);
        claim(thief, nodeVault, drToken(), ALL, noProof());
        assertEq(nodeVault.freshDeposits(address(dr)), 0);
    }

    /// @dev The deposit that a flash loan pays for is its account's credit only until it is claimed back: in
    /// the same block nothing is left that could fill a budget.
    function test_attack_flashDepositFillsNoBudget() public {
        depositFor(thief, usdtToken(), 5_000_000e18);
        assertEq(nodeVault.unreturned(thief, address(usdt)), 5_000_000e18);
        claim(thief, nodeVault, usdtToken(), ALL, noProof());
        assertEq(nodeVault.unreturned(thief, address(usdt)), 0);
        assertEq(nodeVault.credited(thief, address(usdt)), 5_000_000e18);
        assertEq(nodeVault.totalDeposited(address(usdt)), 5_000_000e18);
        assertEq(registry.mostEarned(address(nodeVault), address(usdt)), HELD);
    }
}
